/** Matches of a page, and how far the list was read. */
export interface RegistryApiFound<Row, Place> {
  readonly rows: readonly Row[]
  /**
   * Start of the next page if this one is not full. Undefined if the list was read to its end, or if the page is full.
   */
  readonly lookedUntil: Place | undefined
}

interface FaceReading<Row, Place, Condition> {
  readonly limit: number
  /** If few matches are expected, the index is queried before a walk. */
  readonly isRare: boolean
  /** End of a walk with a maximum length. Undefined at the end of the list. */
  walkEnd(): Promise<Place | undefined>
  upTo(place: Place): Condition
  /**
   * Condition for all possible matches in an index. Undefined if there are too many, or if the index does not support
   * it.
   */
  possible(): Promise<Condition | undefined>
  /** The first matches of the page among the rows for which the condition holds. */
  read(condition: Condition | undefined): Promise<readonly Row[]>
}

/**
 * A page of an ordered list for any search, without reading the entire list. Frequent matches are found by a short
 * walk, and rare ones by an index. If neither applies, the page contains the matches of the walk.
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
