import { type Content, html } from '../html.ts'
import type { RegistryServerRow, RegistrySourceRow } from '../../db/registry/servers.ts'
import type { ServerFrame } from './find-server-frame.ts'
import { installSnippets, type PinnedLaunch, pinnedLaunch } from './install-snippets.ts'
import { tabAddress } from './server-tabs.ts'
import { adviceOf } from './verdict-sentence.ts'
import { isEarlier, versionText } from './version-choice.ts'

/**
 * Returns each client's settings for starting the scored version. Returns undefined if the server is not an npm
 * or PyPI package, or if the publisher went back to an earlier version.
 */
export function installSection({ server, sources, verdict }: ServerFrame): Content {
  const source = scoredPackage(server, sources)
  if (!source || server.version === null || server.status === 'removed') return undefined
  const { facts } = source.declares
  const { version } = server
  if (source.currentRevision !== null && isEarlier(server, source.currentRevision)) return undefined
  if (facts.transports.length > 0 && !facts.transports.includes('stdio')) return undefined
  const launch = pinnedLaunch({ type: source.type, name: source.name, version, bin: facts.bin })
  if (!launch) return undefined
  const advice = adviceOf(verdict)
  const isSevere = advice === 'reject' || advice === 'read'
  return html`
    <section class="card no-print" id="install">
      <h2>Install <bdi>${versionText(version)}</bdi></h2>
      ${
        isSevere &&
        html`
          <p class="problem">
            ${
              advice === 'read'
                ? 'Do not install this version without reading its findings.'
                : 'Assay advises against this version: it has serious findings.'
            } <a href=${tabAddress(server.slug, 'findings')}>Findings</a>
          </p>
        `
      }
      <p class="quiet">
        The version is pinned, so that an update cannot replace what was scanned. The server can need further
        arguments or environment variables, which its documentation lists.
      </p>
      ${
        isSevere
          ? html`<details><summary>Settings for each client</summary>${snippets(launch, false)}</details>`
          : snippets(launch, true)
      }
    </section>
  `
}

function snippets(launch: PinnedLaunch, isFirstOpen: boolean): Content {
  return installSnippets(launch).map(
    ({ clients, file, text }, index) =>
      html`
        <details open=${index === 0 && isFirstOpen}>
          <summary>${clients}</summary>
          ${file !== undefined && html`<p class="quiet">In <code>${file}</code>:</p>`}
          <pre tabindex="0">${text}</pre>
        </details>
      `,
  )
}

/** Returns the package behind the score, or undefined if several packages have the same type. */
function scoredPackage(
  { sourceType }: RegistryServerRow,
  sources: readonly RegistrySourceRow[],
): (RegistrySourceRow & { readonly type: 'npm' | 'pypi' }) | undefined {
  const [source, ...others] = sources.filter(({ type, goneAt }) => type === sourceType && goneAt === null)
  if (!source || others.length > 0 || source.type === 'git') return undefined
  return { ...source, type: source.type }
}
