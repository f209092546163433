import { expect, inject, it } from 'vitest'
import { caller } from '../../../support/test-api.ts'
import { browserOfFile, newVisitor, problemsInLooks, wrongsOf } from './open-page.ts'
import { loginLink, signIn } from './sign-in.ts'

const browser = browserOfFile()

it('signs in with a link, creates a key, uses it with the API, and revokes it', async () => {
  const context = await newVisitor(browser())
  const page = await context.newPage()
  const wrongs = wrongsOf(page)
  const link = inject('service').loginLink
  await page.goto(link)
  await page.waitForURL('**/account')
  // The token is not in the browser history.
  expect(await page.evaluate(() => location.href)).not.toContain('#')
  await page.getByRole('link', { name: 'API keys' }).click()
  await page.getByLabel('Name, for example').fill('browser pipeline')
  await page.getByLabel('webhooks:write').check()
  await page.getByRole('button', { name: 'Create key' }).click()
  const key = (await page.locator('[data-new-key]').textContent()) ?? ''
  const call = caller(inject('service').address, { authorization: `Bearer ${key}` })
  expect((await call('GET', '/api/v1/account')).json.data['permissions']).toEqual([
    'scans:write',
    'scans:read',
    'webhooks:write',
  ])
  await page.getByRole('link', { name: 'Back to API keys' }).click()
  expect(await page.content()).not.toContain(key.slice(13))
  await page.getByRole('button', { name: 'Revoke browser pipeline' }).click()
  // Other test files create and revoke keys of the same account.
  await page.getByRole('row', { name: 'browser pipeline' }).getByText('revoked', { exact: true }).waitFor()
  expect((await call('GET', '/api/v1/account')).status).toBe(401)
  expect(wrongs).toEqual([])

  // The same link does not work a second time.
  const other = await (await newVisitor(browser())).newPage()
  await other.goto(link)
  await other.getByRole('alert').waitFor()
  expect(await other.getByRole('alert').textContent()).toContain('This link is invalid')
  await other.context().close()

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${inject('service').address}/`)
  await page.goto('/account')
  expect(page.url()).toContain('/login?next=%2Faccount')
  await context.close()
})

it('signs in without scripts by pasting the link, using only the keyboard', async () => {
  const context = await browser().newContext({ baseURL: inject('service').address, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/account/keys')
  await page.getByLabel('Link, or').focus()
  await page.keyboard.insertText(await loginLink())
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'API keys' }).waitFor()
  expect(page.url()).toContain('/account/keys')
  await context.close()
})

it('adds a webhook, shows a delivery and its response as text, and redelivers', async () => {
  const context = await newVisitor(browser())
  await signIn(context, await loginLink())
  const page = await context.newPage()
  const wrongs = wrongsOf(page)
  await page.goto('/account/webhooks')
  await page.getByLabel('URL (https)').fill(inject('service').receiver)
  await page.getByLabel('Description, optional').fill('browser suite')
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  expect(await page.locator('[data-new-secret]').textContent()).toMatch(/^whsec_/)
  await page.getByRole('link', { name: 'Open the endpoint' }).click()
  await page.getByRole('button', { name: 'Send test' }).click()
  const row = page.locator('tr[data-delivery]')
  const until = async (attempts: number) => {
    for (let look = 0; look < 100; look += 1) {
      if (
        (await row.getByText('delivered').count()) === 1 &&
        (await row.locator(`[data-attempts="${attempts}"]`).count()) === 1
      )
        return
      await page.waitForTimeout(200)
      await page.reload()
    }
    throw new Error(`no ${attempts} attempts: ${await row.textContent()}`)
  }
  await until(1)
  expect(await row.textContent()).toMatch(/ping.*200 in \d+ ms.*thanks/s)
  // The response of the receiver is shown as text.
  expect(await row.textContent()).toContain(
    '<script>document.title = 1</script><img src=x onerror=alert(2)>⟨U+202E⟩gnp.exe',
  )
  await row.getByRole('button', { name: 'Redeliver' }).click()
  await until(2)
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('button', { name: 'Enable' }).waitFor()
  expect(wrongs).toEqual([])
  expect(await problemsInLooks(page, 'account-webhook-delivered')).toEqual([])
  await context.close()
}, 120_000)
