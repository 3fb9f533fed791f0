// Charts over time and over categories, by uPlot.
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";

const COLOURS = ["--series-1", "--series-2", "--series-3", "--series-4", "--series-5", "--series-6"];

const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Moments as an axis shows them: days where there are several, seconds where there are only minutes. */
function moments(at) {
  const span = at.at(-1) - at[0];
  const shown = span > 2 * 86400 ? { month: "short", day: "numeric" } : { hour: "2-digit", minute: "2-digit", hourCycle: "h23", ...(span < 600 && { second: "2-digit" }) };
  return at.map((moment) => new Date(moment * 1000).toLocaleString("en", shown));
}

/** Lines or bars: x is an array of numbers (seconds where `time`) or of names, series are [title, numbers]. */
export function Chart({ x, series, time = false, bars = false, height = 180, label, format }) {
  const box = useRef(null);
  const plot = useRef(null);
  const named = x.length > 0 && typeof x[0] === "string";
  const shape = JSON.stringify([series.map(([title]) => title), time, bars, named, height]);
  const data = [named ? x.map((_, i) => i) : x, ...series.map(([, values]) => values)];

  useEffect(() => {
    const here = box.current;
    const width = () => here.clientWidth || 400;
    const axis = { stroke: css("--quiet"), grid: { stroke: css("--line") }, ticks: { stroke: css("--line") } };
    const options = {
      width: width(),
      height,
      scales: { x: { time } },
      cursor: { y: false },
      axes: [
        { ...axis, ...(time && { values: (u, at) => moments(at) }), ...(named && { values: (u, at) => at.map((i) => (Number.isInteger(i) ? here.names?.[i] ?? "" : "")) }) },
        { ...axis, size: 60, ...(format && { values: (u, at) => at.map(format) }) },
      ],
      series: [
        named ? { value: (u, i) => here.names?.[i] ?? "" } : time ? { value: (u, at) => (at ? new Date(at * 1000).toLocaleString() : "") } : {},
        ...series.map(([title], i) => ({
          label: title,
          stroke: css(COLOURS[i % COLOURS.length]),
          width: 1.5,
          fill: bars ? css(COLOURS[i % COLOURS.length]) : undefined,
          paths: bars ? uPlot.paths.bars({ size: [0.8, 60] }) : undefined,
          points: { show: !bars && data[0].length < 40 },
          ...(format && { value: (u, v) => (v === null || v === undefined ? "" : format(v)) }),
        })),
      ],
    };
    plot.current = new uPlot(options, data, here);
    const watch = new ResizeObserver(() => plot.current.setSize({ width: width(), height }));
    watch.observe(here);
    return () => {
      watch.disconnect();
      plot.current.destroy();
    };
  }, [shape]);

  useEffect(() => {
    box.current.names = named ? x : null;
    plot.current.setData(data);
  });

  return <div ref={box} class="chart" role="img" aria-label={label} />;
}
