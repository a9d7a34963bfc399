import type { DocsPage } from '../page.ts'
import { guide } from './guide-text.ts'

/** The pages written by hand, in reading order within their sections. */
export const guides: readonly DocsPage[] = [
  guide({
    path: 'quick-start',
    title: 'Quick start',
    section: 'Start',
    summary: 'Take a first test payment in five minutes: a form in your page, our hosted page, or a payment link.',
  }),
  guide({
    path: 'test-cards',
    title: 'Test cards',
    section: 'Start',
    summary: 'Card numbers for every outcome, and calls that pay, dispute and expire without a browser.',
  }),
  guide({
    path: 'move-time',
    title: 'Move time',
    section: 'Start',
    summary: 'See what happens after an hour, a day or a month: move the time of your account in test mode.',
  }),
  guide({
    path: 'situations',
    title: 'Situations',
    section: 'Start',
    summary: 'Begin where your test begins: a disputed payment, a link paid twice or a month of a shop, in one call.',
  }),
  guide({
    path: 'sandbox',
    title: 'Sandbox',
    section: 'Start',
    summary: 'Get a test key in a second, and what the simulated bank and the public demo key can do.',
  }),
  guide({
    path: 'sessions',
    title: 'Checkout sessions',
    section: 'Guides',
    summary: 'The states of a payment, what ends it, and when to ship the goods.',
  }),
  guide({
    path: 'embedded-form',
    title: 'Embedded form',
    section: 'Guides',
    summary: 'Put the card form into your page: options, events, errors, colours, languages and security policy.',
  }),
  guide({
    path: 'hosted-checkout',
    title: 'Hosted page',
    section: 'Guides',
    summary: 'Send the customer to our payment page and receive them back.',
  }),
  guide({
    path: 'payment-links',
    title: 'Payment links',
    section: 'Guides',
    summary: 'A short address and a QR code that customers can pay with, once or many times.',
  }),
  guide({
    path: 'webhooks',
    title: 'Webhooks',
    section: 'Guides',
    summary: 'Get notified of payments: set an address, verify the signature, and be ready for retries.',
  }),
  guide({
    path: 'refunds-and-disputes',
    title: 'Refunds and disputes',
    section: 'Guides',
    summary: 'How to refund a payment, and what to do when a bank takes the money back.',
  }),
  guide({
    path: 'idempotency',
    title: 'Safe retries',
    section: 'Guides',
    summary: 'Repeat a request safely with an Idempotency-Key.',
  }),
  guide({
    path: 'dashboard',
    title: 'Dashboard',
    section: 'Guides',
    summary:
      'Payments, links, keys, webhooks, numbers and exports in the browser: how to sign in, and where to find ' +
      'everything.',
  }),
  guide({
    path: 'from-stripe',
    title: 'Coming from Stripe',
    section: 'Guides',
    summary: 'What Stripe Checkout calls how, what works differently here, and what does not exist.',
  }),
  guide({
    path: 'other-languages',
    title: 'Other languages',
    section: 'Guides',
    summary: 'Python, PHP, Ruby, Go, Java: the raw body, the signature, and events without a receiver.',
  }),
  guide({
    path: 'going-live',
    title: 'Going live',
    section: 'Guides',
    summary: 'From test mode to real money, step by step, with keys and the data of your customers.',
  }),
  guide({
    path: 'sdk',
    title: 'SDK',
    section: 'Guides',
    summary: 'The servicepay package for Node, Deno, Bun and workers: install, errors, retries, pages, types.',
  }),
  guide({
    path: 'command-line',
    title: 'Command line',
    section: 'Guides',
    summary: 'Receive webhooks on your laptop, trigger events and get a test key from your terminal.',
  }),
  guide({
    path: 'ci',
    title: 'Payments in your CI',
    section: 'Guides',
    summary: 'Test your shop against a real service that starts in a second and leaves nothing behind.',
  }),
  guide({
    path: 'demo-shop',
    title: 'Demo shop',
    section: 'Guides',
    summary: 'A small shop beside the service, and recipes for Express, Fastify, hapi, Hono and Next.js.',
  }),
  guide({
    path: 'running',
    title: 'Running it yourself',
    section: 'Operate',
    summary: 'Two commands, every variable, your own database, roles, proxies, backups, keys and upgrades.',
  }),
  guide({
    path: 'public-address',
    title: 'To a public address',
    section: 'Operate',
    summary:
      'From your machine to customers: proxies, systemd, containers, Kubernetes, and one command that checks it all.',
  }),
  guide({
    path: 'failover',
    title: 'Failover of the database',
    section: 'Operate',
    summary:
      'A standby that takes over when the primary dies: PostgreSQL, HAProxy, and what it does not protect against.',
  }),
  guide({
    path: 'adyen',
    title: 'Take real payments with Adyen',
    section: 'Operate',
    summary: 'Set up Adyen, connect an account, add the webhook, check the connection and replace keys.',
  }),
  guide({
    path: 'changes',
    title: 'Changes',
    section: 'Operate',
    summary: 'What each release brought: first what an integration sees, then the inside of the service.',
  }),
  guide({
    path: 'versions',
    title: 'Versions',
    section: 'Operate',
    summary: 'What may change within version 1, what stays as it is, and how something goes away.',
  }),
]
