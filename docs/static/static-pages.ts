import type { VNode } from 'preact'
import { render } from 'preact-render-to-string'
import { openApiDocument } from '../../src/service/api/openapi.ts'
import { docsScript, favicon, font, styleSheet } from '../../src/service/pages/assets.ts'
import { type DocsPage, docsFrame } from '../../src/service/pages/docs/docs-frame.ts'
import { docsPage, documentPage } from '../../src/service/pages/docs/docs-pages.ts'
import { designPage } from '../../src/service/pages/docs/design/design-page.ts'
import { documentPaths } from '../../src/service/pages/docs/documents.ts'
import { errorsPage } from '../../src/service/pages/docs/errors-page.ts'
import { referencePages } from '../../src/service/pages/docs/reference/reference-page.ts'
import { html } from '../../src/service/pages/html.ts'

/** Address of the service in the examples of the API reference. */
const exampleUrl = 'https://assay.example'

/** Returns the files that pages use, with the path that pages use and the path in the copy. */
function otherFiles(): readonly { readonly path: string; readonly file: string; readonly content: string | Buffer }[] {
  return [
    {
      path: styleSheet.path,
      file: 'files/style.css',
      // The font is in the same folder.
      content: String(styleSheet.content).replaceAll(font.path, 'inter.woff2'),
    },
    { path: docsScript.path, file: 'files/docs.js', content: docsScript.content },
    { path: favicon.path, file: 'files/icon.svg', content: favicon.content },
    { path: font.path, file: 'files/inter.woff2', content: font.content },
    {
      path: '/api/v1/openapi.json',
      file: 'openapi.json',
      content: `${JSON.stringify(openApiDocument(exampleUrl), undefined, 2)}\n`,
    },
  ]
}

/**
 * Returns the files of a static copy of the documentation, by path from its folder. All links are relative, so the copy
 * works on any host and without one. It has no search, and links to other pages of a service become text.
 */
export function staticFiles(): ReadonlyMap<string, string | Buffer> {
  const pages = [
    docsPage(),
    errorsPage(),
    designPage(undefined),
    ...referencePages(exampleUrl).values(),
    ...documentPaths.flatMap((path) => documentPage(path) ?? []),
  ]
  const others = otherFiles()
  const files = new Map(
    [...others, ...pages.map(({ path }) => ({ path, file: fileOf(path) }))].map(({ path, file }) => [path, file]),
  )
  return new Map<string, string | Buffer>([
    ...pages.map((page): [string, string] => [fileOf(page.path), staticPage(page, files)]),
    ...others.map(({ file, content }): [string, string | Buffer] => [file, content]),
  ])
}

function fileOf(path: string): string {
  return path === '/docs' ? 'index.html' : `${path.slice('/docs/'.length)}.html`
}

function staticPage(page: DocsPage, files: ReadonlyMap<string, string>): string {
  const { path, title, about } = page
  const tree = html`
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Assay</title>
        ${about !== undefined && html`<meta name="description" content=${about} />`}
        <link rel="icon" type="image/svg+xml" href=${favicon.path} />
        <link rel="stylesheet" href=${styleSheet.path} />
        <script defer src=${docsScript.path}></script>
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header class="site">
          <div class="inner"><a class="mark" href="/docs">Assay documentation</a></div>
        </header>
        <main id="main" class="inner" tabindex="-1">${docsFrame(page, { isStatic: true })}</main>
      </body>
    </html>
  `
  const depth = fileOf(path).split('/').length - 1
  return `<!doctype html>${withRelativeLinks(render(tree as VNode), files, '../'.repeat(depth))}\n`
}

function withRelativeLinks(page: string, files: ReadonlyMap<string, string>, toRoot: string): string {
  return (
    page
      // A static page has no variants for queries.
      .replaceAll(
        /<a href="(\/[^"#?]*)(\??)[^"]*"[^>]*>([^]*?)<\/a>/g,
        (link, path: string, query: string, text: string) =>
          files.has(path) && query === '' ? link : `<span>${text}</span>`,
      )
      .replaceAll(/ (href|src)="(\/[^"#?]*)([^"]*)"/g, (attribute, name: string, path: string, rest: string) => {
        const file = files.get(path)
        return file === undefined ? attribute : ` ${name}="${toRoot}${file}${rest.replace(/^\?[^#]*/, '')}"`
      })
  )
}
