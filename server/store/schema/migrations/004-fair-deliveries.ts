/** Finds the due deliveries of one receiver without reading those of the others. */
export const fairDeliveries = `
create index deliveries_due_of_receiver on deliveries (merchant_id, livemode, next_attempt_at) where status = 'pending';
`
