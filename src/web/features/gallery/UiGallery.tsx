import { Download, Search } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type MetricValue, unknownMetric } from "#domain/metrics";
import { toastVariants } from "#domain/vocabulary";
import { Change } from "../../format/Change";
import { Figure } from "../../format/Figure";
import { Button, buttonVariants } from "../../ui/controls/Button";
import { Checkbox } from "../../ui/controls/Checkbox";
import { Pagination } from "../../ui/controls/Pagination";
import { SegmentedControl } from "../../ui/controls/SegmentedControl";
import { Select, type SelectOption } from "../../ui/controls/Select";
import { Switch } from "../../ui/controls/Switch";
import { Tabs } from "../../ui/controls/Tabs";
import { Badge, badgeVariants } from "../../ui/display/Badge";
import { Breadcrumbs } from "../../ui/display/Breadcrumbs";
import { Card } from "../../ui/display/Card";
import { EmptyState } from "../../ui/display/EmptyState";
import { ErrorState } from "../../ui/display/ErrorState";
import { Progress } from "../../ui/display/Progress";
import { Skeleton } from "../../ui/display/Skeleton";
import { Spinner } from "../../ui/display/Spinner";
import { Sparkline } from "../../ui/figures/Sparkline";
import { Tile } from "../../ui/figures/Tile";
import { TextField } from "../../ui/forms/TextField";
import { Dialog } from "../../ui/overlays/Dialog";
import { Drawer } from "../../ui/overlays/Drawer";
import { Popover } from "../../ui/overlays/Popover";
import { Tooltip } from "../../ui/overlays/Tooltip";
import { roundings, type Size, sizes } from "../../ui/styles/scale";
import { showToast } from "../../ui/toasts/toast";
import { PageHeader } from "../shell/PageHeader";

const metric = (val: number | null, chg_7d_pct: number | null, chg_30d_pct: number | null): MetricValue => ({
  ...unknownMetric,
  val,
  chg_7d_pct,
  chg_30d_pct,
});

const option = (label: string): SelectOption => ({ value: label.toLowerCase().replaceAll(" ", "-"), label });
const few = ["Daily", "Weekly", "Monthly", "Yearly"].map(option);
const many = [
  "Arbitrum",
  "Avalanche",
  "Base",
  "BNB Chain",
  "Celo",
  "Ethereum",
  "Gnosis",
  "Optimism",
  "Polygon",
  "Solana",
  "Stellar",
].map(option);
const line = [3, 4, 3.6, 5, 5.2, 4.8, 6.1, 6.4, 6.2, 7.3];

/** Every UI component in every size and variant. The top bar switches the theme. */
export function UiGallery() {
  return (
    <>
      <PageHeader
        title="Interface kit"
        description="Every part of the interface in every size, variant and rounding. Switch the theme in the top bar."
      />
      <div className="grid gap-4">
        <Buttons />
        <Badges />
        <Selects />
        <Fields />
        <Choices />
        <Tiles />
        <Overlays />
        <States />
        <Navigation />
        <Formats />
      </div>
    </>
  );
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid items-center gap-2 border-b py-3 first:pt-0 last:border-b-0 last:pb-0 sm:grid-cols-(--gallery-columns)">
    <span className="font-mono text-faint text-sm">{label}</span>
    <div className="flex min-w-0 flex-wrap items-center gap-3">{children}</div>
  </div>
);

const perSize = (render: (size: Size) => ReactNode) =>
  sizes.map((size) => (
    <Line key={size} label={size}>
      {render(size)}
    </Line>
  ));

const Buttons = () => (
  <Card title="Button">
    {perSize((size) =>
      buttonVariants.map((variant) => (
        <Button key={variant} size={size} variant={variant}>
          {variant === "operator" ? "and" : variant}
        </Button>
      )),
    )}
    <Line label="rounding">
      {roundings.map((rounding) => (
        <Button key={rounding} rounding={rounding}>
          {rounding}
        </Button>
      ))}
    </Line>
    <Line label="states">
      <Button disabled>Disabled</Button>
      <Button variant="primary" loading>
        Loading
      </Button>
      <Button square aria-label="Download">
        <Download aria-hidden="true" className="size-4" />
      </Button>
      <Button>
        <Download aria-hidden="true" className="size-4" /> With icon
      </Button>
    </Line>
  </Card>
);

const Badges = () => (
  <Card title="Badge">
    {perSize((size) =>
      badgeVariants.map((variant) => (
        <Badge key={variant} size={size} variant={variant}>
          {variant === "operator" ? "or" : variant}
        </Badge>
      )),
    )}
    <Line label="rounding">
      {roundings.map((rounding) => (
        <Badge key={rounding} size="md" rounding={rounding}>
          {rounding}
        </Badge>
      ))}
    </Line>
  </Card>
);

function Selects() {
  const [interval, setInterval] = useState<string | null>("daily");
  const [network, setNetwork] = useState<string | null>(null);
  const [networks, setNetworks] = useState<string[]>(["base", "ethereum"]);
  return (
    <Card title="Select" description="A search box appears above eight options.">
      {perSize((size) => (
        <>
          <Select
            label="Interval"
            size={size}
            options={few}
            value={interval}
            onChange={setInterval}
            className="w-36"
          />
          <Select
            label="Network"
            size={size}
            options={many}
            value={network}
            onChange={setNetwork}
            className="w-44"
          />
          <Select
            multiple
            label="Networks"
            size={size}
            options={many}
            value={networks}
            onChange={setNetworks}
            className="w-44"
          />
        </>
      ))}
      <Line label="disabled">
        <Select disabled label="Interval" options={few} value={interval} onChange={setInterval} />
      </Line>
    </Card>
  );
}

const Fields = () => (
  <Card title="Text field">
    {perSize((size) => (
      <>
        <TextField size={size} label="Label" placeholder="Placeholder" />
        <TextField size={size} label="Search" hideLabel icon={<Search />} placeholder="With icon" />
      </>
    ))}
    <Line label="states">
      <TextField label="With hint" hint="Something to know before typing." />
      <TextField label="With error" defaultValue="someone" error="Please use your work email address" />
      <TextField label="Disabled" disabled defaultValue="Fixed" />
    </Line>
  </Card>
);

function Choices() {
  const [on, setOn] = useState(true);
  const [span, setSpan] = useState("30d");
  return (
    <Card title="Checkbox, switch, segmented control, tabs">
      {perSize((size) => (
        <>
          <Checkbox size={size} label="Checkbox" checked={on} onChange={setOn} />
          <Switch size={size} label="Switch" checked={on} onChange={setOn} />
          <SegmentedControl
            size={size}
            label={`Span, ${size}`}
            value={span}
            onChange={setSpan}
            segments={["7d", "30d", "90d", "1y", "All"].map((value) => ({ value, label: value }))}
          />
        </>
      ))}
      <Line label="states">
        <Checkbox label="Indeterminate" indeterminate checked={false} onChange={setOn} />
        <Checkbox label="Disabled" disabled checked onChange={setOn} />
        <Switch label="Disabled" disabled checked={false} onChange={setOn} />
      </Line>
      {perSize((size) => (
        <Tabs
          size={size}
          label={`Example, ${size}`}
          tabs={["Overview", "Holders", "Transfers"].map((label) => ({
            value: label,
            label,
            content: <p className="text-muted text-sm">The panel of {label.toLowerCase()}.</p>,
          }))}
        />
      ))}
    </Card>
  );
}

const Tiles = () => (
  <Card title="Tile, card, sparkline">
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      <Tile
        label="Total value"
        metric={metric(24_181_334_902.11, 1.24, -3.4)}
        unit="dollar"
        info="Value of the units on each network: supply × net asset value."
        aside={<Sparkline values={line} label="Rising over 30 days" size="md" polarity="good" />}
      />
      <Tile
        label="Holders"
        metric={metric(712_344, 0, 4.02)}
        unit="count"
        info="Addresses with a positive balance."
      />
      <Tile label="Yield, 7 days" metric={metric(null, null, null)} unit="percent" />
      <Tile label="Still loading" metric={undefined} unit="dollar" />
    </div>
    <div className="mt-3">
      {perSize((size) => (
        <>
          <div className="w-60">
            <Tile
              size={size}
              label={`Size ${size}`}
              metric={metric(1_204_500_000, 0.5, 12.1)}
              unit="dollar"
            />
          </div>
          <Sparkline size={size} values={line} label="Rising" polarity="good" />
          <Sparkline size={size} values={[...line].reverse()} label="Falling" polarity="good" />
          <Sparkline size={size} values={[1, null, 1, 1]} label="Flat, with a gap" />
        </>
      ))}
    </div>
  </Card>
);

const Overlays = () => (
  <Card title="Dialog, drawer, popover, tooltip, toast">
    <Line label="dialog">
      {sizes.map((size) => (
        <Dialog
          key={size}
          size={size}
          title="A dialog"
          description="Focus stays inside; Escape closes it and returns focus."
          trigger={<Button>{size}</Button>}
          actions={<Button variant="primary">Continue</Button>}
        >
          <p className="text-md">Its content.</p>
        </Dialog>
      ))}
    </Line>
    <Line label="drawer">
      {(["left", "right"] as const).map((side) => (
        <Drawer key={side} side={side} title="A drawer" trigger={<Button>{side}</Button>}>
          <p className="p-4 text-md">Its content.</p>
        </Drawer>
      ))}
    </Line>
    <Line label="popover, tooltip">
      <Popover title="A popover" trigger={<Button>Popover</Button>}>
        <p className="text-muted">Something to read beside the button.</p>
      </Popover>
      <Tooltip content="A few words">
        <Button>Tooltip</Button>
      </Tooltip>
    </Line>
    <Line label="toast">
      {toastVariants.map((variant) => (
        <Button
          key={variant}
          onClick={() => showToast({ message: `A message of variant ${variant}.`, variant })}
        >
          {variant}
        </Button>
      ))}
      <Button
        onClick={() =>
          showToast({ message: "Closes by itself and has no button.", dismissible: false, duration: 2000 })
        }
      >
        not dismissible
      </Button>
    </Line>
  </Card>
);

const States = () => (
  <Card title="Empty, error, loading">
    <div className="grid gap-3 lg:grid-cols-2">
      <div className="rounded-lg border">
        <EmptyState title="No matches" actions={<Button>Clear filters</Button>}>
          Try fewer words or fewer filters.
        </EmptyState>
      </div>
      <div className="rounded-lg border">
        <ErrorState title="These rows could not be loaded" actions={<Button>Try again</Button>}>
          The market database cannot be reached.
        </ErrorState>
      </div>
    </div>
    <div className="mt-3">
      {perSize((size) => (
        <>
          <Spinner size={size} />
          <div className="w-60">
            <Progress size={size} label="Importing" value={62} />
          </div>
          <div className="w-60">
            <Progress size={size} label="Waiting" value={null} />
          </div>
          <Skeleton className="h-4 w-32" />
        </>
      ))}
    </div>
  </Card>
);

function Navigation() {
  const [page, setPage] = useState(7);
  return (
    <Card title="Breadcrumbs, pagination">
      <Line label="breadcrumbs">
        <Breadcrumbs
          crumbs={[
            { label: "Participants", to: null },
            { label: "Market Overview", to: "/" },
            { label: "Ethereum", to: null },
          ]}
        />
      </Line>
      {perSize((size) => (
        <Pagination
          size={size}
          label={`Pages, ${size}`}
          page={page}
          pageCount={24}
          linkTo={(to) => <button type="button" onClick={() => setPage(to)} />}
        />
      ))}
    </Card>
  );
}

const Formats = () => (
  <Card title="Figures" description="Hover for the exact value; missing values are a dash, never zero.">
    <Line label="units">
      <Figure value={24_181_334_902.11} unit="dollar" />
      <Figure value={1.0432} unit="dollar" />
      <Figure value={1_500_000.25} unit="token" />
      <Figure value={45_210} unit="count" />
      <Figure value={4.2513} unit="percent" />
      <Figure value={12.5} unit="days" />
      <Figure value={null} unit="dollar" />
    </Line>
    <Line label="changes">
      <Change polarity="good" percent={3.214} period="7d" />
      <Change polarity="good" percent={-0.4} period="30d" />
      <Change polarity="good" percent={0} period="90d" />
      <Change polarity="good" percent={null} />
    </Line>
  </Card>
);
