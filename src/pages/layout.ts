import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { render } from 'preact-render-to-string'
import { styleSheetPath } from './style-sheet.ts'

/** A part of a page. */
export type Content = VNode | readonly VNode[] | string | undefined | false

export interface Page {
  /** Before the name of the product. */
  readonly title: string
  /** Seconds after which a browser loads the page again; absent: never. */
  readonly refreshSeconds?: number
  readonly content: Content
}

/** A whole page as HTML: one served style sheet, no script, nothing from elsewhere, and nothing for search engines. */
export function pageHtml({ title, refreshSeconds, content }: Page): string {
  const tree = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex, nofollow" />
      ${refreshSeconds !== undefined && html`<meta http-equiv="refresh" content=${String(refreshSeconds)} />`}
      <title>${title} · Assay</title>
      <link rel="stylesheet" href=${styleSheetPath} />
    </head>
    <body>
      <header class="site"><a class="mark" href="/docs">Assay</a><span>Is it safe, why, and what changed</span></header>
      <main>${content}</main>
    </body>
  </html>`
  return `<!doctype html>${render(tree as VNode)}`
}
