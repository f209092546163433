import { maskedCutText } from '../rules/leaked-secrets/masked-part.ts'
import { maskedTexts } from '../rules/leaked-secrets/masked-texts.ts'
import type { ProjectFacts } from '../model/project-facts.ts'

/** Maximum length of each text. Longer texts are truncated, so a text of exactly this length may be incomplete. */
const longest = { keyword: 100, heading: 200, sentence: 2_000 }

/**
 * Masks secrets in a project's declared metadata before it is stored or displayed. Even a project's own description may
 * contain one.
 */
export function maskedFacts({ description, deprecated, keywords, readme, ...facts }: ProjectFacts): ProjectFacts {
  return maskedTexts({
    ...facts,
    ...(description !== undefined && { description: maskedCutText(description, longest.sentence) }),
    ...(deprecated !== undefined && { deprecated: maskedCutText(deprecated, longest.sentence) }),
    keywords: keywords.map((keyword) => maskedCutText(keyword, longest.keyword)),
    ...(readme && {
      readme: { ...readme, headings: readme.headings.map((heading) => maskedCutText(heading, longest.heading)) },
    }),
  })
}
