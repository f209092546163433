import { type Content, html } from '../html.ts'
import { shownNumber } from '../moment.ts'
import { placeOf } from '../parts/finding-card.ts'
import { markedText } from '../parts/marked-text.ts'
import { reachabilityLabel } from '../parts/finding-reachability.ts'
import { severityTone } from '../parts/tones.ts'
import { visibleText } from '../visible-text.ts'
import { findingId, type ShownGroup, type ShownOutline } from './outline-groups.ts'
import { findingsAddress } from './server-query.ts'

/** Maximum number of group members listed in an entry. */
const namedMembers = 4

/** Returns a group's severity as a label. */
export function groupSeverity({ severity }: ShownGroup): Content {
  return html`<span class=${`label ${severityTone[severity]}`}>${severity}</span>`
}

/** Returns a group's title, with the number of its locations. */
export function groupName({ title, members, packageText }: ShownGroup): Content {
  return html`
    <bdi>${markedText(visibleText(title, 300))}</bdi>
    ${members.length > 1 && !packageText && ` (${shownNumber(members.length)} findings)`}
  `
}

/** Returns a group's severity and title. */
export function groupTitle(group: ShownGroup): Content {
  return html`${groupSeverity(group)}${' '}${groupName(group)}`
}

/** Returns the entry for a group with several findings: what they have in common, and where they are. */
export function groupEntry(group: ShownGroup, slug: string): Content {
  const { members, remediation, severity } = group
  const address = findingsAddress(slug, { group: findingId(members[0]) })
  const places = placesOf(members, severity)
  const rest = members.length - namedMembers
  return html`
    <section class="finding group" id=${`finding-${findingId(members[0])}`}>
      <h3>${groupTitle(group)}${' '}${reachabilityLabel(members)}</h3>
      ${remediation !== '' && html`<p><bdi>${markedText(visibleText(remediation, 400))}</bdi></p>`}
      ${
        places.length > 0 &&
        html`
          <ul>
            ${places}
            ${rest > 0 && html`<li class="quiet">and ${shownNumber(rest)} more</li>`}
          </ul>
        `
      }
      <p><a href=${address}>All ${shownNumber(members.length)} findings with details</a></p>
    </section>
  `
}

/** Returns the locations of the first members. Secrets have no public location. */
function placesOf(members: readonly ShownOutline[], groupSeverity: ShownOutline['severity']): readonly Content[] {
  const lines = new Set<string>()
  return members.slice(0, namedMembers).flatMap(({ severity, advisory, location, title, component }) => {
    // Several findings can be on the same line, which is then listed only once.
    if (!advisory && location) {
      const line = placeOf(location)
      if (lines.has(line)) return []
      lines.add(line)
    }
    const place = advisory
      ? html`
        <a href=${`/advisories/${encodeURIComponent(advisory.id.slice(0, 100))}`}>
          <bdi>${visibleText(advisory.id, 100)}</bdi>
        </a>
        <span class="quiet">${' '}<bdi>${markedText(visibleText(withoutSubject(title, component), 160))}</bdi></span>
      `
      : location
        ? html`<code><bdi>${visibleText(placeOf(location), 200)}</bdi></code>`
        : undefined
    if (place === undefined) return []
    return [
      html`
        <li>
          ${place}
          ${severity !== groupSeverity && html` <span class=${`label ${severityTone[severity]}`}>${severity}</span>`}
        </li>
      `,
    ]
  })
}

/** Returns a vulnerability's title without the package, which is already in the group's title. */
function withoutSubject(title: string, component: ShownOutline['component']): string {
  const subject = component && `${component.name} ${component.version}: `
  return subject !== undefined && title.startsWith(subject) ? title.slice(subject.length) : title
}
