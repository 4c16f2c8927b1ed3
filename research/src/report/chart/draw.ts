import { BarChart, LineChart, ScatterChart } from 'echarts/charts';
import { GridComponent, TitleComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { SVGRenderer } from 'echarts/renderers';
import { markup, ours, type Html } from '../html.ts';
import { schemes, type Scheme } from './scheme.ts';

use([BarChart, LineChart, ScatterChart]);
use([GridComponent, TitleComponent, LabelLayout, SVGRenderer]);

/** A chart, before anyone has chosen light or dark. */
export interface Chart {
  /** The chart in words, for those who do not see it. */
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  readonly option: (scheme: Scheme) => Readonly<Record<string, unknown>>;
}

/**
 * The chart as two images, of which the page shows the one that fits its scheme. An image runs no
 * script and asks for nothing, whatever the names in it are.
 */
export function picture(chart: Chart): Html {
  const { alt, width, height } = chart;
  const images = schemes.map((scheme) => {
    const data = Buffer.from(svgOf(chart, scheme)).toString('base64');
    const source = ours(`data:image/svg+xml;base64,${data}`);
    return markup`<img
      class="in-${scheme.name}"
      src="${source}"
      alt="${alt}"
      width="${width}"
      height="${height}"
    />`;
  });
  return markup`<div class="chart">${images}</div>`;
}

/** SVG for one scheme; the same chart gives the same text. */
function svgOf({ option, width, height }: Chart, scheme: Scheme): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  const textStyle = { color: scheme.text, fontFamily: 'system-ui, sans-serif', fontSize: 12 };
  try {
    chart.setOption({ animation: false, textStyle, ...option(scheme) });
    // Ids count up through the process; names for rules of a pointer are of no use in an image.
    return chart
      .renderToSVGString()
      .replaceAll(/\bzr\d+-/g, 'zr-')
      .replaceAll(/ (?:class="zr-[^"]*"|ecmeta_\w+="[^"]*")/g, '')
      .replaceAll(/<style >[^]*?<\/style>/g, '');
  } finally {
    chart.dispose();
  }
}
