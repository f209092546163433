import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'

/**
 * A style sheet, script, or icon of the website. Its path contains a digest of its content, so clients can cache it
 * forever.
 */
export interface Asset {
  readonly path: string
  readonly type: 'css' | 'js' | 'svg'
  readonly content: string
  /** The content, compressed once with Brotli at the default quality, which is the maximum. */
  readonly brotli: Buffer
}

/** The style sheet of all pages. */
export const styleSheet = asset('style', 'css', [
  'base.css',
  'parts.css',
  'registry.css',
  'server.css',
  'report.css',
  'reading.css',
  'account.css',
  'print.css',
])

/** Script that searches as the visitor types. */
export const liveSearch = asset('live-search', 'js', ['live-search.js'])

/** Script that signs in with the token in the URL of the sign-in page. */
export const loginScript = asset('login', 'js', ['login.js'])

/** Script that shows the live progress of a scan. */
export const scanProgress = asset('scan-progress', 'js', ['scan-progress.js'])

/** Script that suggests servers as the visitor types. */
export const suggest = asset('suggest', 'js', ['suggest.js'])

/** Icon that browsers show next to the title. */
export const icon = asset('icon', 'svg', ['icon.svg'])

/** All assets that pages load. */
export const assets: readonly Asset[] = [icon, liveSearch, loginScript, scanProgress, styleSheet, suggest]

function asset(name: string, type: Asset['type'], files: readonly string[]): Asset {
  const content = files.map((file) => readFileSync(new URL(`assets/${file}`, import.meta.url), 'utf8')).join('')
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 16)
  return {
    path: `/pages/${name}-${digest}.${type}`,
    type,
    content,
    brotli: brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } }),
  }
}
