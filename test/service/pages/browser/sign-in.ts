import type { BrowserContext } from 'playwright-core'
import { inject } from 'vitest'
import { runAssay } from '../../../support/assay-process.ts'

/** Creates a sign-in link for the account `local` with the command line. By default for the service of the test run. */
export async function loginLink(settings: Record<string, string> = inject('service').settings): Promise<string> {
  const { out, err, code } = await runAssay(['login-link', '--account', 'local'], settings)
  if (code !== 0) throw new Error(`login-link ended with ${code}: ${err}`)
  return out.trim()
}

/** Signs a visitor in as the script of the page does: by opening a link. */
export async function signIn(visitor: BrowserContext, link: string): Promise<void> {
  const page = await visitor.newPage()
  await page.goto(link)
  await page.waitForURL('**/account')
  await page.close()
}
