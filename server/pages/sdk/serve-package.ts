import type { StoredReply, StoredRequest } from '../replies/stored-reply.ts'
import { sdkPackage } from './sdk-package.ts'

/**
 * `GET /sdk/{name}`: the package under the name of its version, and as `servicepay.tgz`, which is the newest one. The
 * reply to any other name has these two, because a lock file may ask for the version of an earlier release.
 */
export async function servePackage(name: string, request: StoredRequest): Promise<StoredReply> {
  const { version, bytes, integrity } = await sdkPackage()
  const current = `servicepay-${version}.tgz`
  if (name !== current && name !== 'servicepay.tgz')
    return {
      status: 404,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
      body: Buffer.from(`This service has the package at /sdk/${current} and at /sdk/servicepay.tgz.\n`),
    }
  const etag = `"${integrity}"`
  const headers = {
    'content-type': 'application/gzip',
    // Short, because an upgrade of the service brings another package to the address of the newest one.
    'cache-control': 'public, max-age=300',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
    etag,
  }
  if (request.ifNoneMatch?.includes(etag)) return { status: 304, headers, body: Buffer.alloc(0) }
  return { status: 200, headers, body: bytes }
}
