export const Component = () => <h1>log-in</h1>
