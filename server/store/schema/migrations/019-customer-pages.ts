/** Payment pages link to the terms and the privacy policy of the account. */
export const customerPages = `
alter table merchants add column terms_url text, add column privacy_url text;
`
