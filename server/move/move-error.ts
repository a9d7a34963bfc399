/** Why nothing was moved, in one line for the operator: what is wrong, and what to do about it. */
export class MoveError extends Error {
  override name = 'MoveError'
}
