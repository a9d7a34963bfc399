import { apiRequestPage, requestByIdPage } from './requests/api-request-page.ts'
import { apiRequestsPage } from './requests/api-requests-page.ts'
import { checkoutSettingsPage } from './accounts/checkout-settings-page.ts'
import { livePage } from './accounts/live-page.ts'
import { mailPage } from './mail/mail-page.ts'
import { settingsPage } from './accounts/settings-page.ts'
import { auditPage } from './accounts/audit-page.ts'
import { deliveriesPage } from './webhooks/deliveries-page.ts'
import { deliveryPage } from './webhooks/delivery-page.ts'
import { eventPage } from './webhooks/event-page.ts'
import { eventsPage } from './webhooks/events-page.ts'
import { exportPage } from './exports/export-page.ts'
import { keyPage } from './accounts/key-page.ts'
import { keysPage } from './accounts/keys-page.ts'
import { disputePage } from './disputes/dispute-page.ts'
import { disputesPage } from './disputes/disputes-page.ts'
import { homePage } from './accounts/home-page.ts'
import { linkPage } from './links/link-page.ts'
import { linksPage } from './links/links-page.ts'
import { newLinkPage } from './links/new-link-page.ts'
import { notificationPage } from './acquirers/notification-page.ts'
import { notificationsPage } from './acquirers/notifications-page.ts'
import { numbersPage } from './numbers/numbers-page.ts'
import { componentsPage } from './shell/components-page.ts'
import type { DashboardPage, PageGroup, VisitorPage } from './shell/page.ts'
import { joinPage } from './accounts/join-page.ts'
import { newAddressPage, resetPage, resetRequestPage, welcomePage } from './accounts/one-time-link-pages.ts'
import { claimPage, confirmPage, signUpPage } from './accounts/open-account-pages.ts'
import { paymentPage } from './sessions/payment-page.ts'
import { paymentsPage } from './sessions/payments-page.ts'
import { reconciliationPage } from './settlement/reconciliation-page.ts'
import { refundPage } from './refunds/refund-page.ts'
import { refundsPage } from './refunds/refunds-page.ts'
import { peoplePage, personPage } from './accounts/people-page.ts'
import { settlementBatchPage } from './settlement/batch-page.ts'
import { settlementDifferencesPage } from './settlement/differences-page.ts'
import { secondStepPage } from './accounts/second-step-page.ts'
import { signInMethodsPage } from './accounts/sign-in-methods-page.ts'
import { signInPage } from './accounts/sign-in-page.ts'
import { situationLinkPage } from './sandbox/situation-link-page.ts'
import { situationsPage } from './sandbox/situations-page.ts'
import { webhooksPage } from './webhooks/webhooks-page.ts'

/** Every page for members, grouped and ordered as in the navigation. Only pages listed here have a route. */
export const pageGroups: readonly PageGroup[] = [
  { title: 'Home', icon: 'home', pages: [homePage] },
  { title: 'Payments', icon: 'payments', pages: [paymentsPage, paymentPage, refundPage, refundsPage] },
  { title: 'Links', icon: 'link', pages: [linksPage, linkPage, newLinkPage] },
  { title: 'Disputes', icon: 'dispute', pages: [disputesPage, disputePage] },
  {
    title: 'Reports',
    icon: 'reports',
    pages: [numbersPage, reconciliationPage, settlementDifferencesPage, settlementBatchPage, exportPage],
  },
  {
    title: 'Developers',
    icon: 'code',
    pages: [
      keysPage,
      keyPage,
      webhooksPage,
      deliveriesPage,
      deliveryPage,
      eventsPage,
      eventPage,
      apiRequestsPage,
      apiRequestPage,
      situationsPage,
      notificationsPage,
      notificationPage,
    ],
  },
  {
    title: 'Settings',
    icon: 'settings',
    pages: [
      settingsPage,
      signInMethodsPage,
      checkoutSettingsPage,
      mailPage,
      peoplePage,
      personPage,
      livePage,
      auditPage,
    ],
  },
]

/** Pages about people, sign-ins and mails. They stay in real time when an account moves its time in test mode. */
export const peoplesPages: ReadonlySet<DashboardPage> = new Set(
  pageGroups.filter(({ title }) => title === 'Settings').flatMap(({ pages }) => pages),
)

export const dashboardPages: readonly DashboardPage[] = pageGroups.flatMap(({ pages }) => pages)

/** Every page that needs no sign-in. */
export const visitorPages: readonly VisitorPage[] = [
  signInPage,
  secondStepPage,
  signUpPage,
  claimPage,
  confirmPage,
  welcomePage,
  resetRequestPage,
  resetPage,
  newAddressPage,
  joinPage,
  situationLinkPage,
  componentsPage,
  requestByIdPage,
]
