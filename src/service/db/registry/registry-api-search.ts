/** What was found of a page, and how far all names were looked at. */
export interface RegistryApiFound<Row, Place> {
  readonly rows: readonly Row[]
  /**
   * Where the next page begins although this one is not full; undefined: the list was read to its end, or the page is
   * full.
   */
  readonly lookedUntil: Place | undefined
}

interface FaceReading<Row, Place, Condition> {
  readonly limit: number
  /** Few are expected to match: the index is asked before anything is walked. */
  readonly isRare: boolean
  /** Where a walk of bounded length ends; undefined: at the end of the list. */
  walkEnd(): Promise<Place | undefined>
  upTo(place: Place): Condition
  /**
   * Holds for all that an index knows for possible matches; undefined: there are too many of them, or it cannot tell.
   */
  possible(): Promise<Condition | undefined>
  /** The first of the page that match, among those for which the condition holds. */
  read(condition: Condition | undefined): Promise<readonly Row[]>
}

/**
 * A page of a list in order, whatever it is searched for, without reading all of it: what is frequent is met in a short
 * walk, what is rare is in an index; where it is neither, the page is what the walk met.
 */
export async function readSearched<Row, Place, Condition>({
  limit,
  isRare,
  walkEnd,
  upTo,
  possible,
  read,
}: FaceReading<Row, Place, Condition>): Promise<RegistryApiFound<Row, Place>> {
  const rare = isRare ? await possible() : undefined
  if (rare !== undefined) return { rows: await read(rare), lookedUntil: undefined }
  const end = await walkEnd()
  const walked = await read(end && upTo(end))
  if (end === undefined || walked.length >= limit) return { rows: walked, lookedUntil: undefined }
  const few = isRare ? undefined : await possible()
  return few === undefined ? { rows: walked, lookedUntil: end } : { rows: await read(few), lookedUntil: undefined }
}
