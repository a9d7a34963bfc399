/** What validation leaves of a request: a field with null is absent. spec/decisions/requests.md#values-in-requests */
export type Validated<Sent> = Sent extends object
  ? { [Field in keyof Sent]: Validated<Exclude<Sent[Field], null>> }
  : Sent
