import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { brotliCompressSync, constants } from 'node:zlib'

/**
 * Style sheet, script, font, or icon of the website. Its path contains a content digest, so clients can cache it
 * forever.
 */
export interface Asset {
  readonly path: string
  readonly type: 'css' | 'js' | 'svg' | 'woff2'
  readonly content: string | Buffer
  /** Content compressed with Brotli at maximum quality. Undefined for fonts, which are already compressed. */
  readonly brotli?: Buffer
}

/** Inter, a variable font with the characters of Western European languages. */
export const font = fontAsset()

/** Style sheet for all pages. */
export const styleSheet = asset(
  'style',
  'css',
  [
    'base.css',
    'parts.css',
    'registry.css',
    'server.css',
    'report.css',
    'reading.css',
    'docs.css',
    'account.css',
    'print.css',
  ],
  fontFace(font),
)

/** Documentation script: adds copy buttons, and scrolls a long menu to the current page. */
export const docsScript = asset('docs', 'js', ['docs.js'])

/** Script that searches as the visitor types. */
export const liveSearch = asset('live-search', 'js', ['live-search.js'])

/** Script that signs in with the token in the sign-in page's URL. */
export const loginScript = asset('login', 'js', ['login.js'])

/** Script that shows the live progress of a scan. */
export const scanProgress = asset('scan-progress', 'js', ['scan-progress.js'])

/** Script that suggests servers as the visitor types. */
export const suggest = asset('suggest', 'js', ['suggest.js'])

/** Icon shown by browsers next to the title. */
export const favicon = asset('icon', 'svg', ['icon.svg'])

/** All assets loaded by pages. */
export const assets: readonly Asset[] = [
  docsScript,
  favicon,
  font,
  liveSearch,
  loginScript,
  scanProgress,
  styleSheet,
  suggest,
]

function asset(name: string, type: 'css' | 'js' | 'svg', files: readonly string[], start = ''): Asset {
  const content = [
    start,
    ...files.map((file) => readFileSync(new URL(`assets/${file}`, import.meta.url), 'utf8')),
  ].join('')
  return {
    path: pathOf(name, type, content),
    type,
    content,
    brotli: brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } }),
  }
}

function fontAsset(): Asset {
  const content = readFileSync(packageFile('files/inter-latin-wght-normal.woff2'))
  return { path: pathOf('inter', 'woff2', content), type: 'woff2', content }
}

/**
 * Returns the rules that load the font. Text uses a system font until the font has loaded, and for characters that the
 * font lacks. `Inter Fallback` prevents layout shifts: its metrics scale Arial to Inter's average width, ascent, and
 * descent.
 */
function fontFace({ path }: Asset): string {
  const { latin } = JSON.parse(readFileSync(packageFile('unicode.json'), 'utf8')) as { readonly latin: string }
  return `@font-face {
  font-family: 'Inter';
  src: url('${path}') format('woff2');
  font-weight: 100 900;
  font-display: swap;
  unicode-range: ${latin};
}
@font-face {
  font-family: 'Inter Fallback';
  src: local('Arial'), local('Helvetica'), local('Liberation Sans');
  size-adjust: 107%;
  ascent-override: 90.5%;
  descent-override: 22.5%;
  line-gap-override: 0%;
  unicode-range: ${latin};
}
`
}

function packageFile(name: string): string {
  return createRequire(import.meta.url).resolve(`@fontsource-variable/inter/${name}`)
}

function pathOf(name: string, type: Asset['type'], content: string | Buffer): string {
  return `/pages/${name}-${createHash('sha256').update(content).digest('hex').slice(0, 16)}.${type}`
}
