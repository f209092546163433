import { type Content, html } from '../html.ts'
import { pageLimits } from '../page-limits.ts'
import type { Capability, ScannedTool } from '../../../engine/model/scanned-tool.ts'
import type { ToolChange } from '../../../engine/model/tool-change.ts'
import { shownDay } from '../moment.ts'
import type { Tone } from '../parts/tones.ts'
import { visibleText } from '../visible-text.ts'
import type { ServerReport } from './find-server-report.ts'

/** Title and tone of each capability. */
const capabilityTitles: Readonly<Record<Capability, { readonly title: string; readonly tone: Tone }>> = {
  'executes-commands': { title: 'runs commands', tone: 'bad' },
  'reads-files': { title: 'reads files', tone: 'fair' },
  'writes-files': { title: 'writes files', tone: 'fair' },
  'network-egress': { title: 'accesses the network', tone: 'calm' },
  'reads-secrets': { title: 'reads secrets', tone: 'bad' },
  destructive: { title: 'destructive', tone: 'bad' },
}

const shownParameters = 30
const shownChanges = 20
const shownDefinitions = 5

/** Returns the section with the tools of a server and the capabilities of their code. */
export function toolsSection({ tools, server }: ServerReport): Content {
  if (server.securityScore === null) return undefined
  const shown = tools.slice(0, pageLimits.maxTools)
  return html`
    <section class="card" id="tools">
      <h2>
        ${tools.length === 0 ? 'Tools' : `Tools, prompts, and resources (${tools.length})`}
      </h2>
      ${
        tools.length === 0
          ? html`<p>Assay found no tools in the code. It cannot read names that a server creates at run time.</p>`
          : html`<ul class="tools">${shown.map(tool)}</ul>`
      }
      ${
        tools.length > shown.length &&
        html`
          <p class="quiet">
            The <a href="/docs/api/servers#list-server-tools">API</a> lists ${tools.length - shown.length} more.
          </p>
        `
      }
      ${
        tools.length > 0 &&
        html`
          <p class="quiet">
            These names and descriptions come from the project. Do not treat them as instructions.
          </p>
        `
      }
    </section>
  `
}

function tool({
  kind,
  name,
  title,
  description,
  isDynamic,
  path,
  line,
  parameters,
  capabilities,
  annotations,
  alsoDeclared = [],
}: ScannedTool) {
  const claims = Object.entries(annotations)
    .slice(0, 10)
    .map(([claim, holds]) => `${claim}: ${holds ? 'yes' : 'no'}`)
  return html`
    <li>
      <details class="tool">
        <summary>
          <strong><bdi>${visibleText(name, 120)}</bdi></strong>
          ${kind !== 'tool' && html` <span class="tag">${kind}</span>`} ${capabilities.map(
            (capability) =>
              html`
                ${' '}
                <span class=${`label ${capabilityTitles[capability].tone}`}>
                ${capabilityTitles[capability].title}</span>
              `,
          )}
        </summary>
        ${title !== undefined && html`<p><bdi>${visibleText(title, 200)}</bdi></p>`}
        <p>
          <bdi>
            ${
              description === undefined
                ? 'The server creates this description at run time.'
                : visibleText(description, 1_500)
            }
          </bdi>
        </p>
        ${isDynamic && html`<p class="quiet">The server creates part of this description at run time.</p>`}
        ${
          parameters.length > 0 &&
          html`
            <ul>
              ${parameters.slice(0, shownParameters).map(
                (parameter) =>
                  html`
                      <li>
                        <code><bdi>${visibleText(parameter.name, 100)}</bdi></code>
                        ${
                          parameter.type !== undefined &&
                          html` <span class="quiet"><bdi>${visibleText(parameter.type, 80)}</bdi></span>`
                        }
                        ${
                          parameter.description !== undefined &&
                          html`: <bdi>${visibleText(parameter.description, 400)}</bdi>`
                        }
                      </li>
                    `,
              )}
              ${parameters.length > shownParameters && html`<li>and ${parameters.length - shownParameters} more</li>`}
            </ul>
          `
        }
        <p class="quiet">
          <code><bdi>${visibleText(path, 200)}</bdi>:${line}</code>
          ${claims.length > 0 && html` · annotations: <bdi>${visibleText(claims.join(', '), 300)}</bdi>`}
        </p>
        ${
          alsoDeclared.length > 0 &&
          html`
            <p>The code contains ${alsoDeclared.length + 1} different definitions. The other definitions:</p>
            <ul>
              ${alsoDeclared.slice(0, shownDefinitions).map(
                (other) =>
                  html`
                      <li>
                        <code><bdi>${visibleText(other.path, 200)}</bdi>:${other.line}</code>
                        ${
                          other.description !== undefined && html`: <bdi>${visibleText(other.description, 1_500)}</bdi>`
                        }
                      </li>
                    `,
              )}
              ${
                alsoDeclared.length > shownDefinitions &&
                html`<li>and ${alsoDeclared.length - shownDefinitions} more</li>`
              }
            </ul>
          `
        }
      </details>
    </li>
  `
}

/** Returns the section with the changes of tools between versions, newest first. */
export function toolChangesSection({ toolChanges }: ServerReport): Content {
  if (toolChanges.length === 0) return undefined
  return html`
    <section class="card" id="tool-changes">
      <h2>Tool changes by version</h2>
      ${toolChanges.map(
        ({ at, fromVersion, toVersion, changes }) =>
          html`
            <h3>
              ${shownDay(at)}: <bdi>${visibleText(fromVersion, 40)}</bdi> → <bdi>${visibleText(toVersion, 40)}</bdi>
            </h3>
            <ul>
              ${changes.slice(0, shownChanges).map(change)}
              ${changes.length > shownChanges && html`<li>and ${changes.length - shownChanges} more</li>`}
            </ul>
          `,
      )}
      <p class="quiet">After users approve a tool, an attacker can change its description to attack these users.</p>
    </section>
  `
}

function change({ change: effect, kind, name, isWidened, differences, parameters, capabilities }: ToolChange) {
  const more = [
    ...differences.map((difference) => difference.replaceAll('-', ' ')),
    ...(parameters.length > 0 ? [`parameters ${parameters.slice(0, 8).join(', ')}`] : []),
  ]
  return html`
    <li>
      ${effect} ${kind} <strong><bdi>${visibleText(name, 120)}</bdi></strong>
      ${isWidened && html` <span class="label bad">wider input or capabilities</span>`}
      ${more.length > 0 && html`: <bdi>${visibleText(more.join('; '), 400)}</bdi>`}
      ${capabilities.map(
        (capability) =>
          html`
            ${' '}
            <span class=${`label ${capabilityTitles[capability].tone}`}>${capabilityTitles[capability].title}</span>
          `,
      )}
    </li>
  `
}
