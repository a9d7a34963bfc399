/**
 * A page with an embedder policy loads only documents that have one too. It also stops the documents inside this one
 * that have none, so a document that frames a bank's page has it only where the shop's page does
 * (spec/decisions/form.md#shops-that-isolate-their-pages).
 */
export const isolation = { 'cross-origin-embedder-policy': 'require-corp' }
