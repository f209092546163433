/** Matches on a page, and where the search stopped. */
export interface RegistryApiFound<Row, Place> {
  readonly rows: readonly Row[]
  /** Start of the next page if the search stopped before the page was full. Otherwise undefined. */
  readonly lookedUntil: Place | undefined
}

interface FaceReading<Row, Place, Condition> {
  readonly limit: number
  /** True if few matches are expected. The index is then queried before a walk. */
  readonly isRare: boolean
  /**
   * Returns the position at which a walk of the maximum length ends, or undefined if the walk reaches the end of the
   * list.
   */
  walkEnd(): Promise<Place | undefined>
  upTo(place: Place): Condition
  /**
   * Returns an index condition that all possible matches satisfy, or undefined if too many rows satisfy it or no index
   * supports the search.
   */
  possible(): Promise<Condition | undefined>
  /** Reads the page's first matches that satisfy the condition. */
  read(condition: Condition | undefined): Promise<readonly Row[]>
}

/**
 * Returns a page of an ordered list for any search, without reading the entire list. A short walk finds frequent
 * matches, and an index finds rare ones. If neither fills the page, the page contains the matches of the walk.
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
