import { type Content, html } from '../html.ts'
import type { Page } from '../layout.ts'
import { gradePanel, severityCounts } from '../parts/grades.ts'
import { scoreSparkline } from '../plots/score-sparkline.ts'
import { visibleText } from '../visible-text.ts'
import type { ServerFrame } from './find-server-frame.ts'
import { changeText } from './score-change.ts'
import { scorePoints } from './score-points.ts'
import { type ServerTab, serverTabs, tabAddress, tabList } from './server-tabs.ts'
import { verdictSentence } from './verdict-sentence.ts'

/** Selected tab with its content. */
export interface ShownTab {
  readonly id: ServerTab
  readonly content: Content
  /** True if the reader has an account. The forms then contain the session token. */
  readonly isSecret: boolean
}

/** Returns a server's page with its grade, its verdict, and one tab's content. */
export function serverPage(frame: ServerFrame, { id, content, isSecret }: ShownTab): Page {
  const { server } = frame
  const name = visibleText(server.name, 120)
  const graded = server.grade === null ? name : `${name}: ${server.grade}`
  const tabTitle = serverTabs.find((tab) => tab.id === id)?.title
  return {
    title: id === 'overview' ? graded : `${tabTitle} of ${graded}`,
    description:
      `${
        server.grade === null ? 'Not yet scanned completely' : `Grade ${server.grade}, ${server.securityScore} of 100`
      }` +
      ': ' +
      `security and quality of the MCP server ${name}.`,
    canonicalPath: tabAddress(server.slug, id),
    preview: server.grade ?? 'not scanned',
    section: 'registry',
    isSecret,
    content: html`${heading(frame, name)}${tabList(server.slug, id)}${content}`,
  }
}

const statusWords = {
  deprecated: 'The publisher advises against using this server.',
  archived: 'The repository of this server is archived and receives no further changes.',
  removed: 'This server is no longer available at its source.',
} as const

function heading({ server, history, verdict }: ServerFrame, name: string): Content {
  const { grade, securityScore, description, suppressed, status } = server
  return html`
    <section class="card summary">
      <div class="grade-trend">
        ${
          grade !== null && securityScore !== null
            ? gradePanel(grade, securityScore)
            : html`<div class="grade calm"><strong>–</strong><span>no complete scan</span></div>`
        }
        ${scoreSparkline(scorePoints(history))}
      </div>
      <div>
        <h1><bdi>${name}</bdi></h1>
        ${verdictSentence(server, verdict)}
        ${lastChange(server.slug, history)}
        ${status !== 'active' && html`<p class="problem">${statusWords[status]}</p>`}
        ${description !== '' && html`<p class="quiet"><bdi>${visibleText(description, 300)}</bdi></p>`}
        ${grade !== null && severityCounts(server)}
        ${
          suppressed > 0 &&
          html`
            <p class="quiet">
              The project suppresses ${suppressed} of these findings. Suppressed findings still affect the score.
            </p>
          `
        }
      </div>
    </section>
  `
}

/** Returns the last change of the score, or undefined if the server was scored only once. */
function lastChange(slug: string, history: ServerFrame['history']): Content {
  const [latest] = history
  if (!latest || latest.number === 1) return undefined
  return html`
    <p class="quiet">
      <a href=${tabAddress(slug, 'history')}>Last change</a> on ${changeText(latest, history)}.
    </p>
  `
}
