/** What a process does, and the keys that decide whether it can decrypt cards. */
export interface CardKeySettings {
  readonly role: 'all' | 'api' | 'cards' | 'worker'
  readonly masterKey: Buffer | null
  /** Null: the data keys of the master key protect the card encryption keys, or only other processes can open them. */
  readonly cardKey: Buffer | null
  readonly cardKeyPrevious: Buffer | null
}

/** What the operator must change before a process with these settings may start. */
export function problemsOfCardKey({ role, masterKey, cardKey, cardKeyPrevious }: CardKeySettings): string[] {
  if (role === 'api' || role === 'worker')
    return cardKey || cardKeyPrevious
      ? [`CARD_KEY does not belong to ROLE=${role}: remove it, so that this process cannot decrypt cards`]
      : []
  if (role === 'cards' && !cardKey)
    return ['CARD_KEY is missing: ROLE=cards needs it (32 bytes, as 64 hex digits or base64)']
  if (cardKey && masterKey?.equals(cardKey)) return ['CARD_KEY must not be the same key as MASTER_KEY']
  return []
}
