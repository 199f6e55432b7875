# Loads a formula with stand-ins for what Homebrew gives its class, and runs its install: prints the
# address and each command.
class Formula
  def self.method_missing(name, *arguments)
    puts "#{name} #{arguments.join(' ')}"
  end

  def self.respond_to_missing?(*)
    true
  end

  def self.on_linux
    yield
  end

  def self.test(&block)
    raise "no test" unless block
  end

  def std_cmake_args
    ["-DCMAKE_INSTALL_PREFIX=prefix"]
  end

  def system(*words)
    puts words.join(" ")
  end

  def pkgshare
    folder = Object.new
    def folder.install(file)
      raise "#{file} is not there" unless File.exist?(file)
    end
    folder
  end
end
load ARGV[0]
Ufsecp.new.install
