import { apiRequestsPage } from './api-requests-page.ts'
import { checkoutSettingsPage } from './checkout-settings-page.ts'
import { livePage } from './live-page.ts'
import { mailPage } from './mail-page.ts'
import { settingsPage } from './settings-page.ts'
import { auditPage } from './audit-page.ts'
import { deliveriesPage } from './deliveries-page.ts'
import { deliveryPage } from './delivery-page.ts'
import { eventPage } from './event-page.ts'
import { eventsPage } from './events-page.ts'
import { exportPage } from './export-page.ts'
import { keyPage } from './key-page.ts'
import { keysPage } from './keys-page.ts'
import { disputePage } from './dispute-page.ts'
import { disputesPage } from './disputes-page.ts'
import { homePage } from './home-page.ts'
import { linkPage } from './link-page.ts'
import { linksPage } from './links-page.ts'
import { newLinkPage } from './new-link-page.ts'
import { notificationPage } from './notification-page.ts'
import { notificationsPage } from './notifications-page.ts'
import { numbersPage } from './numbers-page.ts'
import type { DashboardPage, PageGroup, VisitorPage } from './page.ts'
import { newAddressPage, resetPage, resetRequestPage, welcomePage } from './one-time-link-pages.ts'
import { claimPage, confirmPage, signUpPage } from './open-account-pages.ts'
import { paymentPage } from './payment-page.ts'
import { paymentsPage } from './payments-page.ts'
import { reconciliationPage } from './reconciliation-page.ts'
import { refundPage } from './refund-page.ts'
import { refundsPage } from './refunds-page.ts'
import { settlementBatchPage } from './settlement-batch-page.ts'
import { settlementDifferencesPage } from './settlement-differences-page.ts'
import { signInPage } from './sign-in-page.ts'
import { webhooksPage } from './webhooks-page.ts'

/** Every page for members, grouped and ordered as in the navigation. Only pages listed here have a route. */
export const pageGroups: readonly PageGroup[] = [
  {
    title: 'Money',
    pages: [
      homePage,
      paymentsPage,
      paymentPage,
      refundPage,
      linksPage,
      linkPage,
      newLinkPage,
      refundsPage,
      disputesPage,
      disputePage,
      reconciliationPage,
      settlementDifferencesPage,
      settlementBatchPage,
      numbersPage,
      exportPage,
    ],
  },
  {
    title: 'Developers',
    pages: [
      keysPage,
      keyPage,
      webhooksPage,
      deliveriesPage,
      deliveryPage,
      eventsPage,
      eventPage,
      apiRequestsPage,
      notificationsPage,
      notificationPage,
    ],
  },
  { title: 'Account', pages: [livePage, settingsPage, checkoutSettingsPage, mailPage, auditPage] },
]

export const dashboardPages: readonly DashboardPage[] = pageGroups.flatMap(({ pages }) => pages)

/** Every page that needs no sign-in. */
export const visitorPages: readonly VisitorPage[] = [
  signInPage,
  signUpPage,
  claimPage,
  confirmPage,
  welcomePage,
  resetRequestPage,
  resetPage,
  newAddressPage,
]
