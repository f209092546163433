import { apiErrors } from './api-error.ts'

/**
 * Returns the page that every `docUrl` links to, as Markdown. The page lists each code with its status, meaning, and
 * remedy.
 */
export function errorReference(): string {
  const entries = Object.entries(apiErrors).map(
    ([code, { status, meaning, remedy }]) => `## ${code}\n\nStatus ${status}. ${meaning}\n\n${remedy}\n`,
  )
  return ['# API errors\n', ...entries].join('\n')
}
