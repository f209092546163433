import { type Content, html } from '../html.ts'

/** Returns other ways to scan: the GitHub App and the CLI. `installUrl` is the URL for installing the app, if known. */
export function otherWays(installUrl: string | undefined): Content {
  return html`
    <section class="card ways" id="other-ways">
      <h2>Other ways to scan</h2>
      <p>
        <strong>GitHub App</strong> for every pull request:${' '}
        ${
          installUrl === undefined
            ? html`<a href="/docs/repository-owners">about the app</a>`
            : html`<a href=${installUrl}>install the app</a>`
        }
      </p>
      <p>
        <strong>Command line</strong> for private code: <code>npm run -s assay -- scan FOLDER</code>${' '}
        (<a href="/docs/command-line">guide</a>)
      </p>
    </section>
  `
}
