// The part of React's types that `react.ts` uses. A shop that uses it has the whole.
declare module 'react' {
  export interface ReactElement {
    readonly type: unknown
  }
  export function createElement(type: string, props: object): ReactElement
  export function useEffect(effect: () => void | (() => void), dependencies?: readonly unknown[]): void
  export function useRef<Value>(initial: Value): { current: Value }
  export function useRef<Value>(initial: null): { readonly current: Value | null }
}
