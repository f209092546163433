import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'

/** A style sheet, script or picture of ours. Its path changes with its content, so that it may be kept for ever. */
export interface Asset {
  readonly path: string
  readonly type: 'css' | 'js' | 'svg'
  readonly content: string
  /** Compressed once, as well as it goes. */
  readonly brotli: Buffer
}

/** How the pages look. */
export const styleSheet = asset('style', 'css', ['base.css', 'parts.css', 'places.css', 'account.css'])

/** Search as you type. */
export const liveSearch = asset('live-search', 'js', ['live-search.js'])

/** Signs in by the link that led to the page. */
export const loginScript = asset('login', 'js', ['login.js'])

/** The progress of a scan, as it happens. */
export const scanProgress = asset('scan-progress', 'js', ['scan-progress.js'])

/** What browsers show beside the title. */
export const icon = asset('icon', 'svg', ['icon.svg'])

/** Everything that pages load. */
export const assets: readonly Asset[] = [icon, liveSearch, loginScript, scanProgress, styleSheet]

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
