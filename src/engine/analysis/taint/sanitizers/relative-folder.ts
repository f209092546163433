/** A folder and a path that a check compares, both nodes of the function that contains the check. */
export interface RelativeFolder {
  readonly folder: number
  readonly path: number
}
