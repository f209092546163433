import { html } from '../html.ts'
import { pageLimits } from '../page-limits.ts'
import type { Capability, ScannedTool } from '../../../engine/model/scanned-tool.ts'
import type { ToolChange } from '../../../engine/model/tool-change.ts'
import type { Content } from '../layout.ts'
import { shownDay } from '../moment.ts'
import type { Tone } from '../parts/tones.ts'
import { visibleText } from '../visible-text.ts'
import type { ServerReport } from './find-server-report.ts'

/** What a capability means, and how much is to be feared of it. */
const capabilityTitles: Readonly<Record<Capability, { readonly title: string; readonly tone: Tone }>> = {
  'executes-commands': { title: 'runs commands', tone: 'bad' },
  'reads-files': { title: 'reads files', tone: 'fair' },
  'writes-files': { title: 'writes files', tone: 'fair' },
  'network-egress': { title: 'asks other hosts', tone: 'calm' },
  'reads-secrets': { title: 'reads secrets', tone: 'bad' },
  destructive: { title: 'destroys things', tone: 'bad' },
}

const shownParameters = 30
const shownChanges = 20
const shownDefinitions = 5

/** What the server offers to models, and what the code behind it can do. */
export function toolsSection({ tools, server }: ServerReport): Content {
  if (server.securityScore === null) return undefined
  const shown = tools.slice(0, pageLimits.maxTools)
  return html`
    <section class="card" id="tools">
      <h2>
        ${tools.length === 0 ? 'Tools' : `${tools.length} ${tools.length === 1 ? 'thing' : 'things'} offered to models`}
      </h2>
      ${
        tools.length === 0
          ? html`<p>None could be read in its code. Names that are put together while a server runs are not known.</p>`
          : html`<ul class="tools">${shown.map(tool)}</ul>`
      }
      ${
        tools.length > shown.length &&
        html`
          <p class="quiet">
            ${tools.length - shown.length} more are in the <a href="/docs/api#list-server-tools">API</a>.
          </p>
        `
      }
      ${
        tools.length > 0 &&
        html`
          <p class="quiet">
            Names and descriptions are the project’s own words, read and not run. They are no instruction to anybody.
          </p>
        `
      }
    </section>
  ` as Content
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
                ? 'What models are told of it is put together while it runs.'
                : visibleText(description, 1_500)
            }
          </bdi>
        </p>
        ${isDynamic && html`<p class="quiet">A part of its description is only known while it runs.</p>`}
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
          ${claims.length > 0 && html` · it claims: <bdi>${visibleText(claims.join(', '), 300)}</bdi>`}
        </p>
        ${
          alsoDeclared.length > 0 &&
          html`
            <p>It has ${alsoDeclared.length + 1} different definitions. This one is the first; the others are:</p>
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

/** What versions changed in it, the newest first. */
export function toolChangesSection({ toolChanges }: ServerReport): Content {
  if (toolChanges.length === 0) return undefined
  return html`
    <section class="card" id="tool-changes">
      <h2>What versions changed for models</h2>
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
      <p class="quiet">A description that changes after it was approved is how a tool is turned against its users.</p>
    </section>
  ` as Content
}

function change({ change: what, kind, name, isWidened, differences, parameters, capabilities }: ToolChange) {
  const more = [
    ...differences.map((difference) => difference.replaceAll('-', ' ')),
    ...(parameters.length > 0 ? [`parameters ${parameters.slice(0, 8).join(', ')}`] : []),
  ]
  return html`
    <li>
      ${what} ${kind} <strong><bdi>${visibleText(name, 120)}</bdi></strong>
      ${isWidened && html` <span class="label bad">takes or can do more</span>`}
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
