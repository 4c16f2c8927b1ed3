import type { Scheme } from './scheme.ts';

/** The look that all axes have in common. */
export function axisLook(scheme: Scheme): object {
  return {
    axisLine: { show: true, lineStyle: { color: scheme.line } },
    axisTick: { show: false },
    splitLine: { lineStyle: { color: scheme.line, width: 0.6 } },
    axisLabel: { color: scheme.text, fontSize: 11 },
    nameTextStyle: { color: scheme.text, fontSize: 11 },
    nameLocation: 'middle',
  };
}

/** A share as an axis: from nothing to all of them. */
export function shareAxis(scheme: Scheme, name: string): object {
  const look = axisLook(scheme);
  const axisLabel = { color: scheme.text, fontSize: 11, formatter: percentText };
  return { ...look, type: 'value', min: 0, max: 1, interval: 0.25, name, axisLabel };
}

export function titleLook(scheme: Scheme, text: string): object {
  const textStyle = { color: scheme.text, fontSize: 13, fontWeight: 600 };
  return { text, left: 0, top: 0, textStyle };
}

export function percentText(share: number): string {
  return `${Math.round(100 * share)}%`;
}
