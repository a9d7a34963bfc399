import { formIn } from '../dashboard/shell/support.ts'

/** Claims the account of a secret key in the dashboard. Resolves to the cookies of the login. */
export async function signInToDashboard(port: number, secretKey: string, email = 'bench@example.com'): Promise<string> {
  const address = `http://127.0.0.1:${String(port)}/dashboard/claim`
  const page = await fetch(address)
  const visitor = cookiesOf(page)
  const form = formIn(await page.text(), 'take')
  const body = new URLSearchParams({
    ...form?.fields,
    secret_key: secretKey,
    email,
    password: 'seven green kettles',
  })
  const claimed = await fetch(`${address}/take`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: visitor },
    body,
  })
  if (claimed.status !== 303) throw new Error(`Not signed in: ${String(claimed.status)} ${await claimed.text()}`)
  return [visitor, cookiesOf(claimed)].join('; ')
}

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .join('; ')
}
