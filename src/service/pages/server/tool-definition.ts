import { type Content, html } from '../html.ts'
import type { ScannedTool } from '../../../engine/model/scanned-tool.ts'
import { visibleText } from '../visible-text.ts'

const shownParameters = 30
const shownDefinitions = 5

/**
 * Returns the collapsed definition of a tool, prompt, or resource.
 *
 * @param anchor anchor of the entry
 */
export function toolDefinition(
  { kind, name, title, description, isDynamic, path, line, parameters, annotations, alsoDeclared = [] }: ScannedTool,
  anchor: string,
): Content {
  const claims = Object.entries(annotations)
    .slice(0, 10)
    .map(([claim, holds]) => `${claim}: ${holds ? 'yes' : 'no'}`)
  return html`
    <li id=${anchor}>
      <details class="tool">
        <summary>
          <strong><bdi>${visibleText(name, 120)}</bdi></strong>
          ${kind !== 'tool' && html` <span class="tag">${kind}</span>`}
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
