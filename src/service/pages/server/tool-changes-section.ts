import { type Content, html } from '../html.ts'
import type { ToolText } from '../../db/registry/tool-texts.ts'
import type { ToolChangesRow } from '../../db/registry/tools.ts'
import type { ToolChange } from '../../../engine/model/tool-change.ts'
import { shownDay } from '../moment.ts'
import { visibleText } from '../visible-text.ts'
import { capabilityTitles } from './capability-matrix.ts'
import { changedWords } from './changed-words.ts'
import { versionText } from './version-choice.ts'

const shownChanges = 12

/** Maximum number of displayed characters before, in, and after a change. */
const maxContext = 120
const maxChanged = 600

/** Returns tool changes between versions, newest first, with the words that changed. */
export function toolChangesSection(toolChanges: readonly ToolChangesRow[], texts: readonly ToolText[]): Content {
  if (toolChanges.length === 0) return undefined
  return html`
    <section class="card" id="tool-changes">
      <h2>Tool changes by version</h2>
      ${toolChanges.map(
        ({ at, fromVersion, toVersion, changes }) =>
          html`
            <h3>
              ${shownDay(at)}: <bdi>${versionText(fromVersion, 40)}</bdi> → <bdi>${versionText(toVersion, 40)}</bdi>
            </h3>
            <ul>
              ${changes.slice(0, shownChanges).map((each) => change(each, texts, { fromVersion, toVersion }))}
              ${changes.length > shownChanges && html`<li>and ${changes.length - shownChanges} more</li>`}
            </ul>
          `,
      )}
      <p class="quiet">After users approve a tool, an attacker can change its description to attack these users.</p>
    </section>
  `
}

function change(
  changed: ToolChange,
  texts: readonly ToolText[],
  { fromVersion, toVersion }: Pick<ToolChangesRow, 'fromVersion' | 'toVersion'>,
): Content {
  const { change: effect, kind, name, isWidened, differences, parameters, capabilities, before, after } = changed
  const more = [
    ...differences.map((difference) => difference.replaceAll('-', ' ')),
    ...(parameters.length > 0 ? [`parameters ${parameters.slice(0, 8).join(', ')}`] : []),
  ]
  const textOf = (version: string, hash: string | undefined) =>
    texts.find(
      (text) => text.version === version && text.definitionHash === hash && text.kind === kind && text.name === name,
    )
  const [old, now] = [textOf(fromVersion, before), textOf(toVersion, after)]
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
      ${old && now && wordChange(old.title, now.title)} ${old && now && wordChange(old.description, now.description)}
    </li>
  `
}

/** Returns the removed and added words in a text, with the words around them. */
function wordChange(old: string | null, now: string | null): Content {
  if (old === null || now === null || old === now) return undefined
  const { before, removed, added, after } = changedWords(old, now)
  const start = before.length > maxContext ? `…${before.slice(-maxContext)}` : before
  return html`
    <p class="words">
      <bdi>${visibleText(start, maxContext + 1)}</bdi>
      ${removed !== '' && html`<del><bdi>${visibleText(removed, maxChanged)}</bdi></del>`}
      ${added !== '' && html`<ins><bdi>${visibleText(added, maxChanged)}</bdi></ins>`}
      <bdi>${visibleText(after, maxContext)}</bdi>
    </p>
  `
}
