import type { VNode } from 'preact'
import { render } from 'preact-render-to-string'
import { type Content, html } from './html.ts'
import { type Asset, favicon, font, styleSheet } from './assets.ts'
import { icon } from './parts/icon.ts'
import { previewPath, type PreviewSays, previewSize, previewText } from './previews/preview-picture.ts'

/** Website sections, in navigation order. */
const sections = [
  { id: 'registry', path: '/', title: 'Registry', icon: 'registry' },
  { id: 'advisories', path: '/advisories', title: 'Advisories', icon: 'advisory' },
  { id: 'rules', path: '/rules', title: 'Rules', icon: 'rule' },
  { id: 'stats', path: '/stats', title: 'Statistics', icon: 'stats' },
  { id: 'docs', path: '/docs', title: 'Docs', icon: 'docs' },
  { id: 'account', path: '/account', title: 'Account', icon: 'account' },
] as const
/** Pages that are linked only in the footer. */
const footLinks = [
  { path: '/compare', title: 'Compare servers' },
  { path: '/docs/api', title: 'API' },
  { path: '/docs/repository-owners', title: 'GitHub App' },
  { path: '/docs/command-line', title: 'Command line' },
  { path: '/docs/scoring', title: 'Scoring' },
  { path: '/docs/detection', title: 'What Assay misses' },
] as const

export type Section = (typeof sections)[number]['id']

export interface Page {
  /** Title without the product name. */
  readonly title: string
  /** One sentence in plain text for search engines and link previews. */
  readonly description?: string
  /** Canonical path for search engines. If omitted, the page is excluded from search engines. */
  readonly canonicalPath?: string
  /** Preview image content. Default: `assay`. */
  readonly preview?: PreviewSays
  /** True if the page is for one reader only, so that caches must not store it. */
  readonly isSecret?: boolean
  /** Section highlighted in the navigation. */
  readonly section?: Section
  /** Seconds after which a browser that runs no scripts reloads the page. If omitted, the page is not reloaded. */
  readonly refreshSeconds?: number
  readonly scripts?: readonly Asset[]
  readonly content: Content
}

export const themes = ['auto', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Reader's settings and the URL of the requested page. */
export interface View {
  /** Service base URL without trailing slash. Empty for pages without absolute URLs. */
  readonly publicUrl: string
  readonly theme: Theme
  /** Page path and query. The theme form redirects back to it. */
  readonly path: string
}

const plainView: View = { publicUrl: '', theme: 'auto', path: '/' }

/**
 * Returns a complete page as HTML. It loads one style sheet, one font, and scripts from this service, and nothing from
 * other hosts.
 */
export function pageHtml(page: Page, view: View = plainView): string {
  const { section, refreshSeconds, content, scripts = [], title } = page
  const tree = html`
    <html lang="en" data-theme=${view.theme === 'auto' ? undefined : view.theme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Assay</title>
        ${previews(page, view)}
        ${
          refreshSeconds !== undefined &&
          html`<noscript><meta http-equiv="refresh" content=${String(refreshSeconds)} /></noscript>`
        }
        <link rel="icon" type="image/svg+xml" href=${favicon.path} />
        <link rel="preload" as="font" type="font/woff2" href=${font.path} crossorigin />
        <link rel="stylesheet" href=${styleSheet.path} />
        ${scripts.map(({ path }) => html`<script type="module" src=${path}></script>`)}
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header class="site">
          <div class="inner">
            <a class="mark" href="/">
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M12 3l7 3v5c0 4.6-2.9 8-7 10-4.1-2-7-5.4-7-10V6z" />
                <path d="M9 12l2.2 2.2L15.5 10" />
              </svg>
              Assay
            </a>
            <nav aria-label="Site">
              ${sections.map(
                ({ id, path, title: name, icon: symbol }) =>
                  html`
                    <a href=${path} aria-current=${id === section ? 'page' : undefined}>${icon(symbol)}${name}</a>
                  `,
              )}
            </nav>
            ${
              section !== 'registry' &&
              html`
                <form role="search" action="/" method="get">
                  <label class="unseen" for="site-search">Search servers</label>
                  ${icon('search')}
                  <input id="site-search" type="search" name="q" maxlength="200" placeholder="Search servers" />
                </form>
              `
            }
          </div>
        </header>
        <main id="main" class="inner" tabindex="-1">${content}</main>
        <footer class="foot">
          <div class="inner">
            <div>
              <p>Assay reads project code and never runs it. Each report lists what Assay could not analyze.</p>
              <nav aria-label="More">
                ${footLinks.map(({ path, title: name }) => html`<a href=${path}>${name}</a>`)}
              </nav>
            </div>
            <form class="theme" method="post" action="/appearance">
              <input type="hidden" name="back" value=${view.path} />
              <span id="theme-name">Theme</span>
              ${themes.map(
                (theme) =>
                  html`
                    <button name="theme" value=${theme} aria-pressed=${theme === view.theme ? 'true' : 'false'}>
                      ${{ auto: 'Auto', light: 'Light', dark: 'Dark' }[theme]}
                    </button>
                  `,
              )}
            </form>
          </div>
        </footer>
      </body>
    </html>
  `
  return `<!doctype html>${render(tree as VNode)}`
}

function previews({ title, description, canonicalPath, preview = 'assay' }: Page, { publicUrl }: View): Content {
  if (canonicalPath === undefined) return html`<meta name="robots" content="noindex, nofollow" />`
  const address = `${publicUrl}${canonicalPath}`
  const { width, height } = previewSize
  return html`
    <link rel="canonical" href=${address} />
    ${
      description !== undefined &&
      html`<meta name="description" content=${description} /><meta property="og:description" content=${description} />`
    }
    <meta property="og:title" content=${title} />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="Assay" />
    <meta property="og:url" content=${address} />
    <meta property="og:image" content=${`${publicUrl}${previewPath(preview)}`} />
    <meta property="og:image:type" content="image/png" />
    <meta property="og:image:width" content=${width} />
    <meta property="og:image:height" content=${height} />
    <meta property="og:image:alt" content=${previewText(preview)} />
    <meta name="twitter:card" content="summary_large_image" />
  `
}
