import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Path of Chromium in the Debian package. */
export const chromiumPath = '/usr/bin/chromium'

/** Installs Chromium from Debian if it is missing. Without root it throws an error with instructions. */
export function ensureChromium(): void {
  if (existsSync(chromiumPath)) return
  if (process.getuid?.() !== 0)
    throw new Error(`There is no ${chromiumPath}: install it with "apt-get install chromium", as root.`)
  const apt = (...words: string[]) =>
    execFileSync('apt-get', words, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  try {
    apt('install', '-y', '--no-install-recommends', 'chromium')
  } catch {
    // The package lists can be old or missing.
    apt('update')
    apt('install', '-y', '--no-install-recommends', 'chromium')
  }
}
