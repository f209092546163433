import { apiErrors } from './api-error.ts'

/** The page behind every `docUrl`, as Markdown: each code with its status, meaning and remedy. */
export function errorReference(): string {
  const entries = Object.entries(apiErrors).map(
    ([code, { status, meaning, remedy }]) => `## ${code}\n\nStatus ${status}. ${meaning}\n\n${remedy}\n`,
  )
  return ['# Errors of the API\n', ...entries].join('\n')
}
