import { type Content, html } from '../html.ts'
import { capabilities, type Capability, type ScannedTool } from '../../../engine/model/scanned-tool.ts'
import type { Tone } from '../parts/tones.ts'
import { visibleText } from '../visible-text.ts'

/** Each capability's title, column heading, and tone. */
export const capabilityTitles: Readonly<
  Record<Capability, { readonly title: string; readonly column: string; readonly tone: Tone }>
> = {
  'executes-commands': { title: 'runs commands', column: 'Commands', tone: 'bad' },
  'reads-files': { title: 'reads files', column: 'Read files', tone: 'fair' },
  'writes-files': { title: 'writes files', column: 'Write files', tone: 'fair' },
  'network-egress': { title: 'accesses the network', column: 'Network', tone: 'calm' },
  'reads-secrets': { title: 'reads secrets', column: 'Secrets', tone: 'bad' },
  destructive: { title: 'destructive', column: 'Destructive', tone: 'bad' },
}

/**
 * Returns a table of tools and their code's capabilities. Only capabilities that occur have a column.
 *
 * @param shown tools on this page
 * @param all all tools of the server, which determine the columns
 * @param anchorOf returns the anchor of a tool's definition, by its index in `shown`
 */
export function capabilityMatrix(
  shown: readonly ScannedTool[],
  all: readonly ScannedTool[],
  anchorOf: (index: number) => string,
): Content {
  const columns = capabilities.filter((capability) => all.some((tool) => tool.capabilities.includes(capability)))
  if (columns.length === 0) return html`<p>Assay found no sensitive capability in the code of these tools.</p>`
  return html`
    <div class="scroll" role="region" aria-label="Capabilities" tabindex="0">
      <table class="matrix">
        <caption class="unseen">Tools and the capabilities of their code</caption>
        <thead>
          <tr>
            <th scope="col">Tool</th>
            ${columns.map((capability) => html`<th scope="col">${capabilityTitles[capability].column}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${shown.map(
            (tool, index) =>
              html`
                <tr>
                  <th scope="row">
                    <a href=${`#${anchorOf(index)}`}><bdi>${visibleText(tool.name, 60)}</bdi></a>
                    ${tool.kind !== 'tool' && html` <span class="tag">${tool.kind}</span>`}
                  </th>
                  ${columns.map((capability) => cell(tool, capability))}
                </tr>
              `,
          )}
        </tbody>
      </table>
    </div>
  `
}

function cell({ capabilities: own }: ScannedTool, capability: Capability): Content {
  if (!own.includes(capability)) return html`<td><span class="unseen">no</span></td>`
  const { tone } = capabilityTitles[capability]
  return html`<td><span class=${`label ${tone}`}>yes</span></td>`
}
