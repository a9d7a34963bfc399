/** The kinds of work whose items a `DueQueue` works off when their time has come. Each is a task of the job queue. */
export type QueuedTask =
  'expire_payment_links' | 'expire_sessions' | 'check_card_attempts' | 'check_refunds' | 'order_returns' | 'send_mail'

/** All kinds of work that become due at a time. */
export type DueTask = QueuedTask | 'deliver_events'
