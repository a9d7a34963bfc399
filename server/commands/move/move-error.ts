/** Ends a move with one line for the operator that names the problem and the solution. */
export class MoveError extends Error {
  override name = 'MoveError'
}
