/** The kinds of work whose items a `DueQueue` works off when their time has come. Each is a task of the job queue. */
export type QueuedTask =
  | 'expire_payment_links'
  | 'expire_sessions'
  | 'check_card_attempts'
  | 'order_captures'
  | 'check_refunds'
  | 'order_returns'
  | 'remind_of_disputes'
  | 'apply_notifications'
  | 'send_mail'

/** The kinds of work whose claim also reads the row, so that they have a claim of their own. */
export type ClaimingTask = 'apply_notifications' | 'send_mail'

/** All kinds of work that become due at a time. */
export type DueTask = QueuedTask | 'deliver_events'
