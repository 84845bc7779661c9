export const Component = () => <h1>my-dashboard</h1>
