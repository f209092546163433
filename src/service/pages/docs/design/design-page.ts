import { type Content, html } from '../../html.ts'
import { tabs } from '../../parts/tabs.ts'
import type { DocsPage } from '../docs-frame.ts'
import { colorSection, iconSection, textSection } from './basics.ts'
import { findingSection, gradeSection, severitySection, tagSection } from './judgments.ts'
import { emptySection, formSection, noticeSection, pagingSection, tableSection } from './layouts.ts'
import { plotSection } from './plots.ts'

/** Path of the page that shows all page parts. */
export const designPath = '/docs/design'

/** Groups of page parts. Each group has its own page, because a page with all parts is too long for a phone. */
const groups = [
  { id: 'basics', title: 'Basics', sections: [textSection, colorSection, iconSection] },
  { id: 'judgments', title: 'Judgments', sections: [gradeSection, severitySection, tagSection, findingSection] },
  {
    id: 'layouts',
    title: 'Layouts',
    sections: [tableSection, formSection, pagingSection, noticeSection, emptySection],
  },
  { id: 'plots', title: 'Plots', sections: [plotSection] },
] as const satisfies readonly { id: string; title: string; sections: readonly (() => Content)[] }[]

/**
 * Returns the page that shows one group of page parts. Uses the same functions as all other pages.
 *
 * @param shown group ID. For any other text, the first group is shown
 */
export function designPage(shown: unknown): DocsPage {
  const group = groups.find(({ id }) => id === shown) ?? groups[0]
  return {
    path: designPath,
    title: `Design: ${group.title.toLowerCase()}`,
    isUnlisted: true,
    content: html`
      <h1>Design</h1>
      <p class="lead">
        The parts of the website, in the markup of the functions that its pages use. All values are examples.
      </p>
      ${tabs(
        'Groups of parts',
        groups.map(({ id, title, sections }) => ({
          title,
          href: id === groups[0].id ? designPath : `${designPath}?show=${id}`,
          current: id === group.id,
          count: sections.length,
        })),
      )}
      ${group.sections.map((section) => section())}
    `,
  }
}
