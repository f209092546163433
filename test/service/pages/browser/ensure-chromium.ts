import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Where Debian's package puts it. */
export const chromiumPath = '/usr/bin/chromium'

/** Installs Debian's Chromium where there is none, which needs root. Throws with what to do otherwise. */
export function ensureChromium(): void {
  if (existsSync(chromiumPath)) return
  if (process.getuid?.() !== 0)
    throw new Error(`There is no ${chromiumPath}: install it with "apt-get install chromium", as root.`)
  const apt = (...words: string[]) =>
    execFileSync('apt-get', words, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  try {
    apt('install', '-y', '--no-install-recommends', 'chromium')
  } catch {
    // The lists of packages may be old or absent.
    apt('update')
    apt('install', '-y', '--no-install-recommends', 'chromium')
  }
}
