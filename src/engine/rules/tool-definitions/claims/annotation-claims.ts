import { changing, type ClaimReader, deleting } from './claim.ts'

const annotation =
  (name: string, value: boolean, contradictedBy: typeof changing): ClaimReader =>
  ({ tool }) =>
    tool.annotations[name] === value
      ? { text: { text: { field: 'annotation', name: `${name}: ${value}` } }, contradictedBy }
      : undefined

/** Claims of annotations, which clients can use to run a tool without asking the user. */
export const annotationClaims: readonly ClaimReader[] = [
  annotation('readOnlyHint', true, changing),
  annotation('destructiveHint', false, deleting),
]
