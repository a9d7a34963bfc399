import document from '../../generated/openapi.json' with { type: 'json' }

/** The contract with the address of the service that serves it. */
export function publishedDocument(baseUrl: string): object {
  return { ...document, servers: [{ url: baseUrl }] }
}
