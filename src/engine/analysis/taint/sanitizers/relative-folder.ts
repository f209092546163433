/** A folder and a path that a check compares with it. Both are nodes in the function that contains the check. */
export interface RelativeFolder {
  readonly folder: number
  readonly path: number
}
