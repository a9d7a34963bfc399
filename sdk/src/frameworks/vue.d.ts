// The part of Vue's types that `vue.ts` uses. A shop that uses it has the whole.
declare module 'vue' {
  export interface Component<Props = unknown> {
    readonly __props?: Props
  }
  export function defineComponent(options: {
    readonly props: object
    readonly emits: readonly string[]
    setup(props: never, context: { emit: (name: string, argument: unknown) => void }): () => unknown
  }): Component<never>
  export function h(type: string, props: object): unknown
  export function onMounted(act: () => void): void
  export function onBeforeUnmount(act: () => void): void
  export function ref<Value>(): { value: Value | undefined }
  export function watch<Value>(source: () => Value, act: (value: Value) => void): void
}
