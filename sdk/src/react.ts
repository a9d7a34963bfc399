import { createElement, useEffect, useRef, type ReactElement } from 'react'
import type { CheckoutEvents } from '../../spec/lib/form-api.ts'
import { mountForm, type FormOptions } from './mount-form.ts'

/** The form's options, and a handler for each of its events. */
export interface CardFormProps extends FormOptions {
  readonly className?: string
  readonly onReady?: (session: CheckoutEvents['ready']) => void
  readonly onProcessing?: (session: CheckoutEvents['processing']) => void
  readonly onOpen?: (session: CheckoutEvents['open']) => void
  readonly onComplete?: (session: CheckoutEvents['complete']) => void
  readonly onFailed?: (session: CheckoutEvents['failed']) => void
  readonly onError?: (error: CheckoutEvents['error']) => void
}

/**
 * The card form as a component. A new handler takes effect at once. Another client secret, address, language or
 * appearance loads the form anew.
 */
export function CardForm(props: CardFormProps): ReactElement {
  const { baseUrl, clientSecret, redirect, locale, appearance, className } = props
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  // Parents make a new object for the same appearance at each rendering.
  const options = JSON.stringify({ baseUrl, clientSecret, redirect, locale, appearance })
  useEffect(
    () =>
      mountForm(place.current as HTMLDivElement, JSON.parse(options) as FormOptions, (name, argument) => {
        const handler = latest.current[`on${name[0]?.toUpperCase()}${name.slice(1)}` as keyof CardFormProps]
        if (typeof handler === 'function') (handler as (given: typeof argument) => void)(argument)
      }),
    [options],
  )
  return createElement('div', { ref: place, className })
}
