// The services that no test uses at the moment, for the next one (shared-service.ts). Apart from that file, so that
// test-worker.ts can end them without loading the server.

export interface FreeService {
  stop(): Promise<void>
}

/** The one that was used last is at the end. */
export const freeServices: FreeService[] = []

/** Stops the free services, so that the process can end. */
export async function stopFreeServices(): Promise<void> {
  await Promise.all(freeServices.splice(0).map((service) => service.stop()))
}
