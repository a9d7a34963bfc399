/** What a person has beside the password. */
export interface SecondFactors {
  readonly has_app: boolean
  readonly has_passkey: boolean
}

export function hasSecondFactor({ has_app, has_passkey }: SecondFactors): boolean {
  return has_app || has_passkey
}

/** How long a second factor counts for acts that need a fresh one. */
const freshMinutes = 15

/** Whether a person must give the second factor again before a sensitive act. */
export function mustProveAgain(person: SecondFactors, provedAt: Date | null, now: Date): boolean {
  if (!hasSecondFactor(person)) return false
  return provedAt === null || now.getTime() - provedAt.getTime() > freshMinutes * 60_000
}

/** Whether a person must add a second factor before anything else, because the account needs one by now. */
export function mustAddSecondFactor(person: SecondFactors, neededFrom: Date | null, now: Date): boolean {
  return neededFrom !== null && neededFrom <= now && !hasSecondFactor(person)
}
