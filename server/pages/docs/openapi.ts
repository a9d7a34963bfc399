import document from '../../../generated/openapi.json' with { type: 'json' }

/** The contract, with this service's address. */
export function publishedDocument(baseUrl: string): object {
  return { ...document, servers: [{ url: baseUrl }] }
}
